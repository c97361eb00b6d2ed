// A module would run too late: this runs before the first paint, so that the page does not flash in the other theme.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('ludotheque') ?? '{}');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the system's theme applies.
  }
})();
