// On the caller's profile: the pages of plugins in worlds that they manage or have joined, one at a time.
import {
  EmptyInline,
  ErrorMessage,
  Panel,
  Skeleton,
  TabLinks,
  useCaller,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useLocation, useSearchParams } from '@witverse/sdk/router'
import { useProfilePages } from '../api/installs'
import { SlotFrame } from '../frame/SlotFrame'

export default function ProfileTab() {
  const t = useText('extensions')
  const { language } = useLanguage()
  const { user } = useCaller()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const found = useProfilePages(user?.id ?? '')
  if (found.isPending) return <Skeleton style={{ height: 320 }} />
  if (found.isError) return <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
  const { items, frameHost } = found.data
  const asked = search.get('plugin')
  const shown = items.find(({ id }) => id === asked) ?? items[0]
  const tabs = items.map((page) => ({
    id: page.id,
    to: `${pathname}?plugin=${page.id}`,
    text: `${page.title[language]} · ${page.worldName}`,
  }))
  return (
    <Panel title={t('profile.title')} text={t('profile.text')}>
      {tabs.length > 0 && <TabLinks label={t('profile.title')} tabs={tabs} current={shown?.id ?? ''} />}
      {shown ? (
        <SlotFrame
          key={shown.id}
          at="profile.tab"
          install={shown.id}
          plugin={shown.plugin}
          title={tabs.find(({ id }) => id === shown.id)?.text ?? ''}
          file={shown.file}
          frameHost={frameHost}
          worldName={shown.worldName}
          maxCharge={shown.maxCharge ?? null}
        />
      ) : (
        <EmptyInline text={t('profile.none')} />
      )}
    </Panel>
  )
}
