// Applies the stored choice of theme before anything is painted.
try {
  const theme = localStorage.getItem('witverse.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // No storage: the system's choice applies.
}
