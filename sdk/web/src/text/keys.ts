// The types of text keys. Each package adds its English texts to `WitverseTexts`, under the name of their namespace,
// so that `useText('friends')('titel')` does not compile. Tests compare the keys of both languages.
import type { kitMessages } from '../ui/messages'

declare global {
  interface WitverseTexts {
    kit: (typeof kitMessages)['en']
  }
}

export type TextNamespace = keyof WitverseTexts & string

type LeafKey<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${LeafKey<T[K]>}`
}[keyof T & string]

/** i18next adds the suffix of the plural form. */
type WithoutPlural<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K

/** The keys of one namespace. Namespaces of the shell fall back to the texts that all its screens share. */
export type TextKey<N extends TextNamespace> =
  | WithoutPlural<LeafKey<WitverseTexts[N]>>
  | (N extends `shell-${string}` ? WithoutPlural<LeafKey<WitverseTexts['shell' & TextNamespace]>> : never)

/**
 * Returns the text of a key that contains a value of the server, such as the kind of an entry; `fallback` if this
 * version of the client has no text for it.
 */
export const textOr = <N extends TextNamespace>(t: Translate<N>, key: string, fallback: string): string =>
  t(key as TextKey<N>, { defaultValue: fallback })

/** Returns the text of a key in the current language, with its `{{values}}` filled in. */
export type Translate<N extends TextNamespace> = (key: TextKey<N>, values?: Record<string, unknown>) => string
