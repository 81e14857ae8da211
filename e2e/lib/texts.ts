// The product's own texts, by key: `t('gifts:send')`. Journeys contain no wording, so a text can be rewritten in its
// locale file alone.
import i18next from 'i18next'
import { dataTexts } from '../../sdk/web/src/data/messages'
import { fileTexts } from '../../sdk/web/src/files/messages'
import { kitMessages } from '../../sdk/web/src/ui/messages'
import { worldTexts } from '../../sdk/web/src/world/messages'
import { en as avatarsEn } from '../../web-plugins/avatars/src/locales/en'
import { ko as avatarsKo } from '../../web-plugins/avatars/src/locales/ko'
import { aboutTexts } from '../../web-plugins/blocks/src/about/texts'
import { itemEditorTexts } from '../../web-plugins/blocks/src/editor/item-texts'
import { modelTexts } from '../../web-plugins/blocks/src/editor/panels/model-texts'
import { editorTexts } from '../../web-plugins/blocks/src/editor/texts'
import { gamepadTexts } from '../../web-plugins/blocks/src/gamepad/texts'
import { itemTexts } from '../../web-plugins/blocks/src/hud/item-texts'
import { en as blocksEn } from '../../web-plugins/blocks/src/locales/en'
import { ko as blocksKo } from '../../web-plugins/blocks/src/locales/ko'
import { tutorialTexts } from '../../web-plugins/blocks/src/tutorial/texts'
import { en as communityEn } from '../../web-plugins/community/src/locales/en'
import { ko as communityKo } from '../../web-plugins/community/src/locales/ko'
import { en as eventsEn } from '../../web-plugins/events/src/locales/en'
import { ko as eventsKo } from '../../web-plugins/events/src/locales/ko'
import { en as extensionsEn } from '../../web-plugins/extensions/src/locales/en'
import { ko as extensionsKo } from '../../web-plugins/extensions/src/locales/ko'
import { en as friendsEn } from '../../web-plugins/friends/src/locales/en'
import { ko as friendsKo } from '../../web-plugins/friends/src/locales/ko'
import { en as giftsEn } from '../../web-plugins/gifts/src/locales/en'
import { ko as giftsKo } from '../../web-plugins/gifts/src/locales/ko'
import { en as itemsEn } from '../../web-plugins/items/src/locales/en'
import { ko as itemsKo } from '../../web-plugins/items/src/locales/ko'
import { en as lanternPuzzleEn } from '../../web-plugins/lantern-puzzle/src/locales/en'
import { ko as lanternPuzzleKo } from '../../web-plugins/lantern-puzzle/src/locales/ko'
import { en as lanternRaceEn } from '../../web-plugins/lantern-race/src/locales/en'
import { ko as lanternRaceKo } from '../../web-plugins/lantern-race/src/locales/ko'
import { en as mailEn } from '../../web-plugins/mail/src/locales/en'
import { ko as mailKo } from '../../web-plugins/mail/src/locales/ko'
import { en as marketEn } from '../../web-plugins/market/src/locales/en'
import { ko as marketKo } from '../../web-plugins/market/src/locales/ko'
import { en as ordersEn } from '../../web-plugins/orders/src/locales/en'
import { ko as ordersKo } from '../../web-plugins/orders/src/locales/ko'
import { en as walletEn } from '../../web-plugins/wallet/src/locales/en'
import { ko as walletKo } from '../../web-plugins/wallet/src/locales/ko'
import { en as worldsEn } from '../../web-plugins/worlds/src/locales/en'
import { ko as worldsKo } from '../../web-plugins/worlds/src/locales/ko'
import { en as shellEn } from '../../web-shell/src/locales/en'
import { en as entryEn } from '../../web-shell/src/locales/entry/en'
import { ko as entryKo } from '../../web-shell/src/locales/entry/ko'
import { ko as shellKo } from '../../web-shell/src/locales/ko'
import { en as moneyEn } from '../../web-shell/src/locales/money/en'
import { ko as moneyKo } from '../../web-shell/src/locales/money/ko'
import { en as operatorsEn } from '../../web-shell/src/locales/operators/en'
import { ko as operatorsKo } from '../../web-shell/src/locales/operators/ko'
import { en as peopleEn } from '../../web-shell/src/locales/people/en'
import { ko as peopleKo } from '../../web-shell/src/locales/people/ko'
import { en as profileEn } from '../../web-shell/src/locales/profile/en'
import { ko as profileKo } from '../../web-shell/src/locales/profile/ko'
import { en as safetyEn } from '../../web-shell/src/locales/safety/en'
import { ko as safetyKo } from '../../web-shell/src/locales/safety/ko'
import { en as searchEn } from '../../web-shell/src/locales/search/en'
import { ko as searchKo } from '../../web-shell/src/locales/search/ko'

export type Language = 'ko' | 'en'

const en = {
  shell: shellEn,
  'shell-entry': entryEn,
  'shell-money': moneyEn,
  'shell-operators': operatorsEn,
  'shell-people': peopleEn,
  'shell-profile': profileEn,
  'shell-safety': safetyEn,
  'shell-search': searchEn,
  kit: kitMessages.en,
  'kit-data': dataTexts.en,
  'kit-world': worldTexts.en,
  'kit-files': fileTexts.en,
  avatars: avatarsEn,
  blocks: blocksEn,
  'blocks-about': aboutTexts.en,
  'blocks-gamepad': gamepadTexts.en,
  'blocks-editor': editorTexts.en,
  'blocks-editor-items': itemEditorTexts.en,
  'blocks-items': itemTexts.en,
  'blocks-models': modelTexts.en,
  'blocks-tutorial': tutorialTexts.en,
  community: communityEn,
  events: eventsEn,
  extensions: extensionsEn,
  friends: friendsEn,
  gifts: giftsEn,
  items: itemsEn,
  'lantern-puzzle': lanternPuzzleEn,
  'lantern-race': lanternRaceEn,
  mail: mailEn,
  market: marketEn,
  orders: ordersEn,
  wallet: walletEn,
  worlds: worldsEn,
}

const ko = {
  shell: shellKo,
  'shell-entry': entryKo,
  'shell-money': moneyKo,
  'shell-operators': operatorsKo,
  'shell-people': peopleKo,
  'shell-profile': profileKo,
  'shell-safety': safetyKo,
  'shell-search': searchKo,
  kit: kitMessages.ko,
  'kit-data': dataTexts.ko,
  'kit-world': worldTexts.ko,
  'kit-files': fileTexts.ko,
  avatars: avatarsKo,
  blocks: blocksKo,
  'blocks-about': aboutTexts.ko,
  'blocks-gamepad': gamepadTexts.ko,
  'blocks-editor': editorTexts.ko,
  'blocks-editor-items': itemEditorTexts.ko,
  'blocks-items': itemTexts.ko,
  'blocks-models': modelTexts.ko,
  'blocks-tutorial': tutorialTexts.ko,
  community: communityKo,
  events: eventsKo,
  extensions: extensionsKo,
  friends: friendsKo,
  gifts: giftsKo,
  items: itemsKo,
  'lantern-puzzle': lanternPuzzleKo,
  'lantern-race': lanternRaceKo,
  mail: mailKo,
  market: marketKo,
  orders: ordersKo,
  wallet: walletKo,
  worlds: worldsKo,
}

type Path<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Key | Singular<Key>
    : `${Key}.${Path<Texts[Key]>}`
}[keyof Texts & string]
/** A text with plural forms is requested by its key without the suffix. */
type Singular<Key> = Key extends `${infer Base}_other` ? Base : never

/** `namespace:path`, checked by the compiler against the English locale files. */
export type TextKey = {
  [Namespace in keyof typeof en]: `${Namespace}:${Path<(typeof en)[Namespace]>}`
}[keyof typeof en]

export type Values = Record<string, string | number>

const texts = i18next.createInstance()
void texts.init({
  initAsync: false,
  ns: Object.keys(en),
  interpolation: { escapeValue: false },
  resources: { en, ko },
})

/** Cast away from the types of i18next: they slow the compiler by seconds, and `TextKey` checks the keys already. */
const { t, exists } = texts as unknown as {
  t(key: string, options: object): string
  exists(key: string, options: object): boolean
}

/** The text of a key; throws if there is no such key. */
export function translate(language: Language, key: TextKey, values: Values = {}): string {
  if (!exists(key, { lng: language, ...values })) throw new Error(`no text has the key ${key}`)
  return t(key, { lng: language, ...values })
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g

/** A pattern that matches the whole text of a key; values that are not given match anything. */
export function translatePattern(language: Language, key: TextKey, values: Values = {}): RegExp {
  const raw = t(key, { lng: language, ...values, skipInterpolation: true })
  const parts = raw.split(/\{\{(\w+)[^}]*\}\}/).map((part, index) => {
    const value = index % 2 === 1 ? values[part] : part
    return value === undefined ? '.+' : String(value).replaceAll(SPECIAL, '\\$&')
  })
  return new RegExp(`^\\s*${parts.join('')}\\s*$`)
}
