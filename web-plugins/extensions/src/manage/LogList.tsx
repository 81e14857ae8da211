// The newest lines of a plugin's log.
import { Button, EmptyInline, formatDate, ListView, useText } from '@witverse/sdk'
import { useLog } from '../api/installs'
import type { LogLine } from '../api/types'

export function LogList({ worldId, id }: { worldId: string; id: string }) {
  const t = useText('extensions')
  const list = useLog(worldId, id)
  return (
    <div className="ex-log">
      <p className="ex-log-head">
        <small>{t('log.kept')}</small>
        <Button variant="quiet" size="small" onClick={() => void list.refetch()}>
          {t('log.reload')}
        </Button>
      </p>
      <ListView
        list={list}
        className="ex-log-lines"
        label={t('log.title')}
        keyOf={(line) => line.id}
        empty={<EmptyInline text={t('log.none')} />}
      >
        {(line) => <Line line={line} />}
      </ListView>
    </div>
  )
}

const LAYERS = ['manifest', 'grant', 'platform', 'world', 'person', 'policy'] as const

/** What a refused call was, and which layer has refused it. Plugins cannot write lines of this level. */
function deniedOf({ level, fields }: LogLine) {
  const [, what, layer] = /^"what"="([^"]*)" "layer"="([a-z]+)"$/.exec(fields) ?? []
  const known = LAYERS.find((one) => one === layer)
  return level === 'denied' && what && known ? { what, layer: known } : null
}

function Line({ line }: { line: LogLine }) {
  const t = useText('extensions')
  const at = new Date(line.at)
  const denied = deniedOf(line)
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0'))
  return (
    <p className="ex-log-line" data-level={line.level}>
      <small>
        {formatDate(at)} {clock.join(':')} · {t(`log.level.${line.level as 'info'}`)}
      </small>
      <span>{denied ? t(`log.denied.${denied.layer}`, { what: denied.what }) : line.message}</span>
      {line.fields && !denied && <code>{line.fields}</code>}
    </p>
  )
}
