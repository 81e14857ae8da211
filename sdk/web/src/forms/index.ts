// `@witverse/sdk/forms`: forms on react-hook-form and zod. Loaded with the first page that uses it.
import './forms.css'

export { BilingualField } from './BilingualField'
export { Form } from './Form'
export { FormDialog } from './FormDialog'
export { FormError } from './FormError'
export { type FieldProps, FormField } from './FormField'
export { NumberInput } from './NumberInput'
export { ReasonDialog, reasonText } from './ReasonDialog'
export {
  atLeast,
  atMost,
  bilingual,
  checkedText,
  dateText,
  messageKeys,
  momentText,
  requiredText,
  wholeNumber,
  wholeWitAmount,
} from './rules'
export { SubmitButton } from './SubmitButton'
export * as z from './schema'
export { useZodForm, type ZodForm } from './useZodForm'
export { WitInput } from './WitInput'
