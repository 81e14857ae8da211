// The part of zod that forms use, as `z`. The whole of zod would bring its messages in forty languages.
// Without `jitless` zod compiles schemas with `new Function`, which the page's CSP blocks. package.json lists this file
// under `sideEffects`, so that the call is not removed.
import { config } from 'zod/mini'

config({ jitless: true })

export type { infer, input, output } from 'zod/mini'
export {
  _default,
  array,
  boolean,
  check,
  custom,
  discriminatedUnion,
  email,
  enum,
  literal,
  maximum,
  minimum,
  minLength,
  nullable,
  number,
  object,
  optional,
  pipe,
  record,
  refine,
  regex,
  string,
  superRefine,
  transform,
  trim,
  union,
  unknown,
} from 'zod/mini'
