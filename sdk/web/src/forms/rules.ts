// Rules that many forms share. Their messages are keys of the form's own texts, or of the kit's by default.
import { parseDay, toKst } from '../pickers/kst'
import type { TextKey, TextNamespace } from '../text/keys'
import { lengthOf } from '../text/length'
import type { formTexts } from './messages'
import * as z from './schema'

type KitNamespace = (typeof formTexts)['namespace']
type KitKey = TextKey<KitNamespace>

/**
 * Checks the keys of messages in a schema: `const key = messageKeys<'events'>()`, then
 * `z.string().check(z.minLength(1, key('form.titleMissing')))`. Keys of the kit are also accepted. The values of a text
 * follow its key: `key('form.between', { min: 1, max: 9 })`.
 */
export const messageKeys =
  <N extends TextNamespace>() =>
  (key: TextKey<N> | KitKey, values?: Record<string, string | number>): string =>
    values ? `${key}\n${JSON.stringify(values)}` : key

const kit = messageKeys<KitNamespace>()

/** A text that is not empty, without surrounding spaces. */
export const requiredText = (message: string = kit('required')) =>
  z.string().check(z.trim(), z.minLength(1, message))

/** A text of at most `max` characters, as people count them. The server counts the same way. */
export const atMost = (max: number, message: string = kit('required')) =>
  z.refine<string>((text) => lengthOf(text) <= max, message)

/** A text of at least `min` characters, as people count them. */
export const atLeast = (min: number, message: string) =>
  z.refine<string>((text) => lengthOf(text) >= min, message)

/** A text for which `check` returns no message. */
export const checkedText = (check: (text: string) => string | undefined) =>
  z.string().check(
    z.superRefine((text, context) => {
      const message = check(text)
      if (message !== undefined) context.addIssue({ code: 'custom', input: text, message })
    }),
  )

/** The value of a `DateInput`. It can be empty if there is no message for that. */
export const dateText = (missing?: string) => readable((text) => parseDay(text) === text, missing)

/** The value of a `DateTimeInput`. It can be empty if there is no message for that. */
export const momentText = (missing?: string) => readable((text) => toKst(text) !== null, missing)

const readable = (isRead: (text: string) => boolean, missing: string | undefined) =>
  checkedText((text) => {
    if (text === '') return missing
    return isRead(text) ? undefined : kit('noDate')
  })

/** A text in both languages. Neither is empty if there is a `message` for it. */
export const bilingual = (message?: string) => {
  const text = z.string().check(z.trim())
  const each = message === undefined ? text : text.check(z.minLength(1, message))
  return z.object({ ko: each, en: each })
}

interface Range {
  minimum?: number
  maximum?: number
  /** For an empty field. */
  missing?: string
}

/** The text of a number field, as a whole number. */
export function wholeNumber({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, missing }: Range = {}) {
  return z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: missing ?? kit('required'), abort: true }),
        z.regex(/^\d+$/, { error: kit('wholeNumber'), abort: true }),
      ),
    z.pipe(
      z.transform(Number),
      z.number().check(z.minimum(minimum, kit('tooSmall')), z.maximum(maximum, kit('tooLarge'))),
    ),
  )
}

/** The text of a WIT field, as whole WIT. `availableWit` is what the person owns; unlimited by default. */
export function wholeWitAmount({ availableWit = Number.MAX_SAFE_INTEGER }: { availableWit?: number } = {}) {
  return z.pipe(
    z.transform((typed: string) => Number(typed || '0')),
    z.number().check(z.minimum(1, kit('witMinimum')), z.maximum(availableWit, kit('witShort'))),
  )
}
