// Whether the menu is open: as stored, by default only on very wide screens.
import { onDevice } from '@witverse/sdk'
import { useState } from 'react'

const MENU_KEY = 'witverse.menu'

export function useMenu() {
  const [open, setOpen] = useState(() => {
    if (typeof window === 'undefined') return false // rendered at build time
    const stored = onDevice.getItem(MENU_KEY)
    return stored ? stored === 'open' : matchMedia('(width >= 1600px)').matches
  })
  function toggle() {
    onDevice.setItem(MENU_KEY, open ? 'closed' : 'open')
    setOpen(!open)
  }
  return { open, toggle }
}
