// On the dashboard of a world: the page of the plugin whose tab is shown.
import {
  type DashboardSlotData,
  EmptyInline,
  ErrorMessage,
  Skeleton,
  type SlotProps,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useExtensions } from '../api/installs'
import { SlotFrame } from '../frame/SlotFrame'
import { pageAt } from './places'

const AT = 'world.dashboard.tab'

export default function DashboardTab({ data }: SlotProps) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const { worldName, tab } = data as DashboardSlotData
  const found = useExtensions(worldName)
  if (found.isPending) return <Skeleton style={{ height: 320 }} />
  if (found.isError) return <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
  const extension = found.data.items.find(({ plugin, isTrial }) => plugin === tab && !isTrial)
  const page = extension && pageAt(extension, AT)
  if (!page) return <EmptyInline text={t('frame.missingText')} />
  return (
    <SlotFrame
      at={AT}
      install={extension.id}
      plugin={extension.plugin}
      title={page.title[language]}
      file={page.file}
      frameHost={found.data.frameHost}
      worldName={worldName}
      maxCharge={extension.maxCharge ?? null}
    />
  )
}
