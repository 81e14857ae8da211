// The event as people will see it, with everything that is submitted, and what happens after the submission.
import {
  Badge,
  type Fact,
  Facts,
  hueOf,
  hueStyle,
  Icon,
  Notice,
  Panel,
  Segments,
  useLanguage,
  useText,
  WitAmount,
} from '@witverse/sdk'
import { FileImage } from '@witverse/sdk/files'
import { useState } from 'react'
import { hasLaps, useBlock } from '../api/choices'
import { useDurationText } from '../parts/useDurationText'
import { When } from '../parts/When'
import { bodyOf, type Draft, needsReview } from './draft'

type Language = 'ko' | 'en'
const LANGUAGES: Language[] = ['ko', 'en']

/** What is shown of a draft: the body of its request, so that a field that is not sent is not shown either. */
interface PartProps {
  draft: Draft
  body: ReturnType<typeof bodyOf>
  shown: Language
}

export function PreviewStep({ draft }: { draft: Draft }) {
  const t = useText('events')
  const { language } = useLanguage()
  const [shown, setShown] = useState<Language>(language)
  const body = bodyOf(draft)
  const parts = { draft, body, shown }
  const held = body.prizes?.reduce((sum, prize) => sum + prize, 0) ?? 0
  return (
    <div className="ev-preview">
      <Segments
        label={t('preview.language')}
        name="shown"
        value={shown}
        onValue={(value) => setShown(LANGUAGES.find((one) => one === value) ?? language)}
        options={LANGUAGES.map((value) => ({ value, text: t(`preview.${value}`) }))}
      />
      <div className="wv-card-picture is-wide">
        <Picture draft={draft} />
      </div>
      <p className="ev-badges">
        <Badge>{t(`types.${draft.type}`)}</Badge>
      </p>
      <h2>{body.title[shown]}</h2>
      <p className="ev-text">{body.description[shown]}</p>
      <Terms {...parts} />
      <Entry {...parts} />
      {needsReview(draft) && <Notice icon="shield">{t('create.reviewed')}</Notice>}
      {held > 0 && (
        <Notice icon="wallet">
          {t('create.prizesHeld')} <WitAmount hundredths={held * 100} />
        </Notice>
      )}
      <Notice icon="lock">{t('create.noDelete')}</Notice>
    </div>
  )
}

function Picture({ draft }: { draft: Draft }) {
  return draft.imageUrl === '' ? (
    <span className="ev-art" style={hueStyle(hueOf(draft.titleKo))} aria-hidden="true">
      <Icon name={draft.type === 'challenge' ? 'flag' : 'people'} size={40} />
    </span>
  ) : (
    <FileImage
      file={{ url: draft.imageUrl, width: null, height: null, ready: true }}
      alt=""
      sizes="(width < 768px) 100vw, 640px"
    />
  )
}

/** When and where it takes place, and what people can win. */
function Terms({ draft, body, shown }: PartProps) {
  const t = useText('events')
  const durationText = useDurationText()
  const block = useBlock(body.blockId)
  const facts: Fact[] = [
    [t('facts.start'), <When key="start" at={body.startsAt} />],
    [t('facts.duration'), durationText(body.durationMinutes)],
    [
      t('facts.place'),
      block.data
        ? `${block.data.title[shown]} · ${block.data.worldName}`
        : block.isError && t('create.blockGone'),
    ],
    [
      t('facts.people'),
      body.maxPeople === null ? t('facts.noLimit') : t('facts.atMost', { count: body.maxPeople }),
    ],
    [t('facts.activity'), body.plugin && draft.plugin?.name[shown]],
    [
      t('facts.noShow'),
      body.noShowMinutes !== undefined && t('facts.noShowText', { count: body.noShowMinutes }),
    ],
    [t('create.attempts'), body.attempts],
    [t('create.scoring'), body.scoring && t(`scoring.${body.scoring}`)],
    [
      t('facts.counts'),
      body.laps !== undefined &&
        hasLaps(block.data) &&
        t('facts.lapsText', { laps: t('facts.laps', { count: body.laps }) }),
    ],
    [
      t('prizes'),
      body.prizes && body.prizes.length > 0 && (
        <ol>
          {body.prizes.map((prize, at) => (
            <li key={at}>
              {t('rank', { rank: at + 1 })} <WitAmount hundredths={prize * 100} />
            </li>
          ))}
        </ol>
      ),
    ],
  ]
  return <Facts facts={facts} />
}

/** Who can take part and how, as the panel on the page of the event. */
function Entry({ draft, body, shown }: PartProps) {
  const t = useText('events')
  const gates = draft.gates.map((gate) => gate[shown])
  return (
    <Panel title={t('entry.title')} text={t(`entry.how.${body.entry}`)} className="ev-entry">
      <Facts
        facts={[
          [t('facts.who'), t(`eligibility.${body.eligibility}`)],
          [
            t('preview.draw'),
            body.drawMinutesBefore !== undefined && t('preview.drawAt', { count: body.drawMinutesBefore }),
          ],
          [t('preview.question'), body.question?.[shown]],
        ]}
      />
      {body.eligibility === 'items' && (
        <Notice icon="gem">{t('entry.items', { names: gates.join(', ') })}</Notice>
      )}
      {body.tickets.map((ticket, at) => (
        <div key={at} className="ev-ticket">
          <div>
            <strong>{ticket.name[shown]}</strong>
            {ticket.description[shown] && <p>{ticket.description[shown]}</p>}
            <small>
              {ticket.price === 0 ? t('ticket.free') : <WitAmount hundredths={ticket.price * 100} />} ·{' '}
              {t('preview.tickets', { count: ticket.quantity })}
            </small>
          </div>
        </div>
      ))}
    </Panel>
  )
}
