// The 15 emojis and the two gestures that everybody sees.
import { useText } from '@witverse/sdk'
import type { Session } from '../room/session'
import { EMOJIS, GESTURES } from './feelings'
import { useFeelings } from './useFeelings'

export function EmojiBar({ session }: { session: Session }) {
  const t = useText('blocks')
  const show = useFeelings(session)
  return (
    <fieldset className="bl-emojis">
      <legend className="wv-visually-hidden">{t('emoji.title')}</legend>
      {GESTURES.map((name, id) => (
        <button
          key={name}
          type="button"
          className="bl-gesture"
          onClick={() => {
            session.perform(name)
            void show('gesture', id)
          }}
        >
          {t(`gesture.${name}`)}
        </button>
      ))}
      {EMOJIS.map(({ name, sign }, id) => (
        <button
          key={name}
          type="button"
          className="bl-emoji"
          aria-label={t(`emoji.${name}`)}
          title={t(`emoji.${name}`)}
          onClick={() => void show('emoji', id)}
        >
          {sign}
        </button>
      ))}
    </fieldset>
  )
}
