// The title and text of a notification. A reply carries the title of the notification that it answers.
import type { Language, TextKey, Translate } from '@witverse/sdk'
import type { Alarm } from '../api/types'

type Text = Translate<'mail'>
type AlarmText = Pick<Alarm, 'kind' | 'from' | 'title' | 'description'>

const isReply = ({ kind }: AlarmText): boolean => kind === 'reply'

export const titleOf = (alarm: AlarmText, language: Language, t: Text): string =>
  isReply(alarm) ? t('thread.wrote', { name: alarm.from?.nickname ?? t('someone') }) : alarm.title[language]

export const textOf = (alarm: AlarmText, language: Language, t: Text): string =>
  isReply(alarm) ? t('thread.about', { title: alarm.title[language] }) : alarm.description[language]

const LEADS: [RegExp, TextKey<'mail'>][] = [
  [/^\/gifts\b/, 'leads.gift'],
  [/^\/friends\?tab=requests/, 'leads.request'],
  [/^\/friends\b/, 'leads.friends'],
  [/^\/(wallet|order|charge)\b/, 'leads.wallet'],
  [/^\/(item|inventory)\b/, 'leads.item'],
]

/** The label of the button for a link. */
export const leadOf = (link: string): TextKey<'mail'> =>
  LEADS.find(([path]) => path.test(link))?.[1] ?? 'leads.other'
