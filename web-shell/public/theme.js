// Runs before anything is painted: applies the stored theme, and hides what only visitors see if a session is stored.
try {
  const page = document.documentElement.dataset
  const theme = localStorage.getItem('witverse.theme')
  if (theme === 'light' || theme === 'dark') page.theme = theme
  if (localStorage.getItem('witverse.accessToken')) page.session = 'stored'
  const menu = localStorage.getItem('witverse.menu')
  if (menu ? menu === 'open' : matchMedia('(width >= 1600px)').matches) page.menu = 'open'
} catch {
  // No storage: the system's choice applies.
}
