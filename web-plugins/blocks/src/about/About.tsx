// What a block is: its pictures, its description, its maker, and the comments of the people who may enter it. On the page
// of the block, and in a panel of the room.
import {
  Badge,
  ButtonLink,
  type CommentsSlotData,
  Facts,
  formatCount,
  formatDate,
  Notice,
  PersonName,
  PluginSlot,
  useLanguage,
  usePartText,
  useText,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { pathOfBlock } from '../api/blocks'
import { type BlockView, useEntry } from '../api/rooms'
import '../styles/about.css'
import { RemedyAction } from '../pages/RemedyAction'
import { Gallery } from './Gallery'
import { aboutTexts } from './texts'

interface AboutProps {
  block: BlockView
  /** In the room: the title and the way in are there already. */
  isInRoom?: boolean
}

export default function About({ block, isInRoom = false }: AboutProps) {
  const t = usePartText(aboutTexts)
  const blocks = useText('blocks')
  const { language } = useLanguage()
  const { blockId, worldName, maker, description, thumbnails, publishedAt, canManage, visits, visitors } =
    block
  const isDraft = block.state === 'assembling'
  const text = description[language]
  return (
    <div className="bl-about">
      <Gallery block={block} />
      {!isInRoom && (
        <header className="bl-about-head">
          <h1>{block.title[language]}</h1>
          {isDraft && <Badge tone="accent">{t('draft')}</Badge>}
          <div className="wv-actions">
            <ButtonLink to={pathOfBlock(block)}>{t('enter')}</ButtonLink>
            {canManage && (
              <ButtonLink variant="secondary" to={`/${worldName}/setting/${blockId}`}>
                {t('edit')}
              </ButtonLink>
            )}
          </div>
        </header>
      )}
      {isDraft && <Notice icon="hidden">{t('draftText')}</Notice>}
      <section className="bl-about-text" aria-label={t('about')}>
        <p className={text ? undefined : 'bl-muted'}>{text || t('none')}</p>
        {maker ? (
          <PersonName person={maker} note={t('maker')} />
        ) : (
          <p className="bl-muted">
            {t('maker')}: {t('formerMember')}
          </p>
        )}
        <Facts
          facts={[
            [t('world'), <Link key="world" to={`/${worldName}`} children={worldName} />],
            [t('kind'), blocks(`type.${block.type}`)],
            [t('access'), blocks(`access.${block.access}`)],
            [t('opened'), publishedAt && formatDate(publishedAt)],
            [
              t('visits'),
              visits > 0 && t('visitCount', { visits: formatCount(visits), visitors: formatCount(visitors) }),
            ],
            [t('pictures'), thumbnails.length > 0 && t('count', { count: thumbnails.length })],
          ]}
        />
      </section>
      {!isDraft && <PluginSlot at="block.section" data={{ blockId, worldName }} />}
      {!isDraft && <Comments block={block} />}
    </div>
  )
}

/** The comments, or what would let one read them. */
function Comments({ block }: { block: BlockView }) {
  const t = usePartText(aboutTexts)
  const { language } = useLanguage()
  const { blockId, worldName } = block
  const entry = useEntry(blockId)
  // If this call fails, the page is shown without comments.
  if (entry.status !== 'success') return null
  const { allowed, message } = entry.data
  const data: CommentsSlotData = { kind: 'block', id: blockId }
  if (allowed) return <PluginSlot at="comments" data={data} />
  return (
    <Notice icon="lock" action={<RemedyAction entry={entry.data} worldName={worldName} size="small" />}>
      <p>{t('locked')}</p>
      {message && <p className="bl-muted">{message[language]}</p>}
    </Notice>
  )
}
