// Before the first paint: the chosen theme and language, so that nothing flashes. A file, not inline: the CSP forbids inline code.
(function () {
  try {
    var root = document.documentElement;
    var theme = localStorage.getItem('warboard.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    var language = localStorage.getItem('warboard.language') || (navigator.language || 'en').slice(0, 2);
    if (language === 'fa') {
      root.lang = 'fa';
      root.dir = 'rtl';
    }
  } catch (error) {
    /* storage may be forbidden; the defaults are fine */
  }
})();
