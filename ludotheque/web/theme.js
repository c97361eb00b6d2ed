// Runs before the first paint, so that a chosen theme does not flash in the other one; hence no module.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('ludotheque') ?? '{}');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed to us: the system's theme it is.
  }
})();
