// The chosen theme; `system` means that none is stored. public/theme.js applies it before the first paint.
import type { Kept, ThemeChoice } from '@witverse/sdk'

const THEME_KEY = 'witverse.theme'

export function readTheme(storage: Pick<Kept, 'getItem' | 'setItem' | 'removeItem'>): ThemeChoice {
  const stored = storage.getItem(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function storeTheme(
  storage: Pick<Kept, 'getItem' | 'setItem' | 'removeItem'>,
  page: Document,
  theme: ThemeChoice,
) {
  if (theme === 'system') {
    storage.removeItem(THEME_KEY)
    delete page.documentElement.dataset.theme
  } else {
    storage.setItem(THEME_KEY, theme)
    page.documentElement.dataset.theme = theme
  }
}
