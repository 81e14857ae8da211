// The default layout: header, community navigation, menu, footer; a bottom sheet on phones.
import { useText } from '@witverse/sdk'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { DeletionBanner } from '../features/deletion/DeletionBanner'
import { Footer } from './Footer'
import { Header } from './Header'
import { MenuPanel } from './MenuPanel'
import { MenuSheet } from './MenuSheet'
import { OfflineBanner } from './OfflineBanner'
import { Popups } from './Popups'
import { Rail } from './Rail'
import { useMenu } from './useMenu'

export function DefaultLayout() {
  const t = useText('shell')
  const menu = useMenu()
  const [sheet, setSheet] = useState(false)
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)

  // After navigation, focus moves to the content of the new page.
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setSheet(false)
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className="sh-app" data-menu={menu.open ? 'open' : 'closed'}>
      <a className="sh-skip" href="#content">
        {t('skip')}
      </a>
      <Header menuOpen={menu.open} onMenu={menu.toggle} onSheet={() => setSheet(true)} />
      <Rail />
      <MenuPanel open={menu.open} />
      <div className="sh-content">
        <OfflineBanner />
        <DeletionBanner />
        <main id="content" ref={main} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <MenuSheet open={sheet} onClose={() => setSheet(false)} />
      <Popups />
    </div>
  )
}
