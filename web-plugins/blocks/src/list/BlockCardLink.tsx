// A block in a list: its picture, its title and who may enter.
import { Badge, classes, Icon, imageUrl, useLanguage, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { type BlockCard, pathOfBlock, pictureOf } from '../api/blocks'
import { BlockArt } from './BlockArt'

interface BlockCardLinkProps {
  block: BlockCard
  /** In place of the room: the editor. */
  to?: string
  /** The card is wide: the main block of a world. */
  isMain?: boolean
}

export function BlockCardLink({ block, to, isMain }: BlockCardLinkProps) {
  const t = useText('blocks')
  const { language } = useLanguage()
  const { template, thumbnails } = block
  const [thumbnail] = thumbnails
  return (
    <Link className={classes('wv-picture-card', isMain && 'bl-main-card')} to={to ?? pathOfBlock(block)}>
      <span className="wv-card-picture is-wide">
        {thumbnail ? (
          <img src={imageUrl(thumbnail.url, 640)} alt="" loading="lazy" decoding="async" />
        ) : template !== 'empty' ? (
          <img src={pictureOf(template)} alt="" loading="lazy" decoding="async" />
        ) : (
          <BlockArt block={block} />
        )}
        {block.peopleInside > 0 && (
          <span className="bl-card-people">
            <Badge tone="good">
              <Icon name="people" size={14} /> {t('list.inside', { count: block.peopleInside })}
            </Badge>
          </span>
        )}
        {isMain && (
          <span className="bl-card-badge">
            <Badge tone="accent">{t('list.main')}</Badge>
          </span>
        )}
      </span>
      <span className="bl-card-text">
        <b>{block.title[language]}</b>
        <small>
          {t(`type.${block.type}`)}
          {block.access !== 'everybody' && (
            <>
              {' · '}
              <Icon name="lock" size={14} /> {t(`access.${block.access}`)}
            </>
          )}
        </small>
        {isMain && block.description[language] && <span>{block.description[language]}</span>}
      </span>
    </Link>
  )
}
