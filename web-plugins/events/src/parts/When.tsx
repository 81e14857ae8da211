// When an event takes place: in Korea, and on the viewer's own clock if it shows another time.
import { formatMoment, useText } from '@witverse/sdk'
import { formatKst } from '@witverse/sdk/pickers'
import { differsFromKorea } from './base'

export function When({ at }: { at: string }) {
  const t = useText('events')
  return (
    <span className="ev-when">
      <time dateTime={at}>{t('kst', { at: formatKst(at) })}</time>
      {differsFromKorea(at) && <small>{t('ownTime', { at: formatMoment(at) })}</small>}
    </span>
  )
}
