// Texts of memos. Features write short codes, such as `gift`; people write sentences.
import { type Translate, textOr } from '@witverse/sdk'

const CODE = /^[a-z][a-z_]*$/

/** Translates a code; any other memo is returned unchanged. */
export const memoText = (t: Translate<'wallet'>, memo: string): string =>
  CODE.test(memo) ? textOr(t, `sources.${memo}`, memo) : memo
