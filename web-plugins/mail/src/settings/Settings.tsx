// Notification settings: channels per kind, and the email summary.
import { ErrorMessage, Panel, RowSkeletons, Segments, useText } from '@witverse/sdk'
import { usePreferences } from '../api/mail'
import type { Channel, Digest, Kind, Preferences } from '../api/types'
import { Switch } from '../parts/Switch'
import { PushPanel } from '../push/PushPanel'
import { PluginsPanel } from './PluginsPanel'
import { useChoices } from './useChoices'

const KINDS: Kind[] = ['gift', 'friend', 'reward', 'reply', 'trade', 'event', 'notice']
const CHANNELS: Channel[] = ['app', 'email', 'push']
/** Notices, trades and events in the mail box cannot be turned off. */
const isAlways = (kind: Kind, channel: Channel): boolean =>
  (kind === 'notice' || kind === 'trade' || kind === 'event') && channel === 'app'
const DIGESTS: Digest[] = ['off', 'daily', 'weekly']

export function Settings() {
  const preferences = usePreferences()
  return (
    <div className="ml-settings">
      <div className="ml-stack">
        {preferences.status === 'pending' && <RowSkeletons rows={6} />}
        {preferences.status === 'error' && (
          <ErrorMessage error={preferences.error} onRetry={() => void preferences.refetch()} />
        )}
        {preferences.data && <Choices preferences={preferences.data} />}
        <PluginsPanel />
      </div>
      <PushPanel />
    </div>
  )
}

function Choices({ preferences }: { preferences: Preferences }) {
  const t = useText('mail')
  const { shown, choose } = useChoices(preferences)
  const set = (kind: Kind, channel: Channel, on: boolean) => {
    choose({ ...shown, kinds: { ...shown.kinds, [kind]: { ...shown.kinds[kind], [channel]: on } } })
  }
  return (
    <>
      <Panel title={t('settings.kinds')} text={t('settings.kindsText')}>
        <table className="wv-plain-table ml-table">
          <thead>
            <tr>
              <th scope="col">{t('settings.kind')}</th>
              {CHANNELS.map((channel) => (
                <th key={channel} scope="col">
                  {t(`channels.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {KINDS.map((kind) => (
              <tr key={kind}>
                <th scope="row">
                  {t(`kinds.${kind}`)}
                  <small>{t(`kindTexts.${kind}`)}</small>
                </th>
                {CHANNELS.map((channel) => (
                  <td key={channel}>
                    <Switch
                      label={`${t(`kinds.${kind}`)}: ${t(`channels.${channel}`)}`}
                      name={`${kind}-${channel}`}
                      on={isAlways(kind, channel) || shown.kinds[kind][channel]}
                      disabled={isAlways(kind, channel)}
                      onChange={(on) => set(kind, channel, on)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      <Panel title={t('settings.digest')} text={t('settings.digestText')}>
        <Segments
          label={t('settings.digest')}
          name="digest"
          value={shown.digest}
          onValue={(digest) => choose({ ...shown, digest: digest as Digest })}
          options={DIGESTS.map((value) => ({ value, text: t(`digests.${value}`) }))}
        />
      </Panel>
    </>
  )
}
