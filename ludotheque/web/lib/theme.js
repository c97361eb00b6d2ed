// A module would run too late: this runs before the first paint, so that the page does not flash in another look.
(() => {
  try {
    const { theme, board, coordinates } = JSON.parse(localStorage.getItem('ludotheque') ?? '{}');
    const { dataset } = document.documentElement;
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    if (board === 'ink') dataset.board = board;
    if (coordinates === false) dataset.coordinates = 'off';
  } catch {
    // Without storage the page has its usual look.
  }
})();
