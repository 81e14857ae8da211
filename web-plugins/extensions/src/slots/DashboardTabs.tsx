// In the tabs of a world's dashboard: a link for each plugin with a page there.
import { type DashboardSlotData, type SlotProps, useLanguage } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useExtensions } from '../api/installs'
import { pageAt } from './places'

export default function DashboardTabs({ data }: SlotProps) {
  const { worldName, tab } = data as DashboardSlotData
  const { language } = useLanguage()
  const plugins = useExtensions(worldName).data?.items ?? []
  return plugins.map((extension) => {
    const page = pageAt(extension, 'world.dashboard.tab')
    return (
      page && (
        <Link
          key={extension.id}
          className="wv-tab"
          to={`/${worldName}/dashboard?tab=${extension.plugin}`}
          aria-current={extension.plugin === tab ? 'page' : undefined}
          preventScrollReset
        >
          {page.title[language]}
        </Link>
      )
    )
  })
}
