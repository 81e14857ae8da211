// `/gifts`: received, sent (`?tab=sent`) and one gift (`?id=`).
import {
  BackLink,
  Button,
  Icon,
  MemberGate,
  Page,
  PageHead,
  TabLinks,
  useModal,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { useGifts } from '../api/gifts'
import type { Direction } from '../api/types'
import { GiftLists } from '../gift/GiftLists'
import { GiftSheet } from '../gift/GiftSheet'
import { Parcel } from '../parts/Parcel'

export default function GiftsPage() {
  const t = useText('gifts')
  const art = (
    <div className="gf-welcome-art">
      <Parcel state="closed" />
    </div>
  )
  const visitor = { title: t('visitor.title'), text: t('visitor.text'), art }
  return (
    <MemberGate title={t('title')} visitor={visitor} named>
      <Gifts />
    </MemberGate>
  )
}

function Gifts() {
  const [search] = useSearchParams()
  const id = search.get('id')
  return id ? (
    <GiftDetailPage key={id} id={id} />
  ) : (
    <GiftListsPage direction={search.get('tab') === 'sent' ? 'sent' : 'received'} />
  )
}

function GiftDetailPage({ id }: { id: string }) {
  const t = useText('gifts')
  const path = usePagePath('gifts')
  return (
    <Page title={t('one')} width="narrow" stack>
      <BackLink to={path}>{t('title')}</BackLink>
      <h1 className="wv-visually-hidden">{t('one')}</h1>
      <GiftSheet id={id} />
    </Page>
  )
}

function GiftListsPage({ direction }: { direction: Direction }) {
  const t = useText('gifts')
  const modal = useModal()
  const path = usePagePath('gifts')
  const waiting = useGifts('received', 'pending')
  const count = waiting.total ?? waiting.items.length
  const tabs = [
    { id: 'received', to: path, text: t('tabs.received'), count, countText: t('tabs.waiting', { count }) },
    { id: 'sent', to: `${path}?tab=sent`, text: t('tabs.sent') },
  ]
  return (
    <Page title={t('title')} stack>
      <PageHead title={t('title')} text={t('lead')}>
        <Button onClick={() => modal.open('gift-wizard')}>
          <Icon name="gift" size={18} /> {t('wizard.title')}
        </Button>
      </PageHead>
      <TabLinks label={t('title')} tabs={tabs} current={direction} />
      <GiftLists key={direction} direction={direction} />
    </Page>
  )
}
