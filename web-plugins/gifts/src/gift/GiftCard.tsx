// A pending gift: the other person, the gift, the message, the time left and the answer buttons.
import { hueOf, hueStyle, PersonName, useLanguage, usePagePath, useText, WitWorth } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { Gift } from '../api/types'
import { GiftTile } from '../parts/GiftTile'
import { AnswerButtons } from './AnswerButtons'
import { useIsOver, Waiting } from './Waiting'
import { nameOf, nameOfOther, otherOf } from './words'

export function GiftCard({ gift }: { gift: Gift }) {
  const t = useText('gifts')
  const { language } = useLanguage()
  const path = usePagePath('gifts')
  const over = useIsOver(gift)
  const other = otherOf(gift)
  const name = nameOfOther(gift, t)
  return (
    <article className="wv-card wv-hue gf-gift" style={hueStyle(hueOf(name))}>
      <header className="gf-gift-head">
        {other ? <PersonName person={other} size={36} note={t(`line.${gift.direction}`)} /> : <b>{name}</b>}
        <span className="gf-ribbon" aria-hidden="true" />
      </header>
      <Link className="gf-gift-link" to={`${path}?id=${gift.airdropId}`} preventScrollReset>
        <GiftTile gift={gift} size={64} />
        <strong>{nameOf(gift, language)}</strong>
        {gift.amountHundredths !== null && <WitWorth hundredths={gift.amountHundredths} />}
      </Link>
      {gift.message && <blockquote className="gf-quote">{gift.message}</blockquote>}
      <Waiting gift={gift} />
      {gift.direction === 'received' && !over && <AnswerButtons gift={gift} />}
    </article>
  )
}
