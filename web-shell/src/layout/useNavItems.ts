// The navigation entries, from the boot document, before any plugin is loaded.
import { type IconName, iconNamed, useBoot, useLanguage } from '@witverse/sdk'

export interface NavItem {
  path: string
  title: string
  icon: IconName
}

export function useNavItems(): NavItem[] {
  const boot = useBoot()
  const { language } = useLanguage()
  const items = boot.plugins.flatMap((plugin) =>
    plugin.routes
      .filter((route) => route.nav && !route.path.includes('{'))
      .map((route) => ({ path: route.path, title: route.title[language], icon: iconNamed(route.icon) })),
  )
  // Home is first; the others keep the order of the plugins.
  return items.sort((a, b) => Number(b.path === '/') - Number(a.path === '/'))
}
