// A text in both languages (`{ ko, en }`): two fields side by side, one below the other where there is little room.
import type { ReactNode } from 'react'
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import { type FieldProps, FormField } from './FormField'
import type { ZodForm } from './useZodForm'

interface BilingualFieldProps<V extends FieldValues, P extends FieldPath<V>> {
  form: ZodForm<V>
  /** Of the field with both texts. */
  name: FieldPathValue<V, P> extends { ko: string; en: string } ? P : never
  labels: { ko: string; en: string }
  children: (field: FieldProps<string> & { label: string }) => ReactNode
}

export function BilingualField<V extends FieldValues, P extends FieldPath<V>>({
  form,
  name,
  labels,
  children,
}: BilingualFieldProps<V, P>) {
  // The type of a path that is put together here is not known.
  const texts = form as unknown as ZodForm<{ text: string }>
  const path: string = name
  return (
    <div className="wv-pair">
      {(['ko', 'en'] as const).map((language) => (
        <FormField key={language} form={texts} name={`${path}.${language}` as 'text'}>
          {(field) => children({ ...field, label: labels[language] })}
        </FormField>
      ))}
    </div>
  )
}
