// The error of a form as a whole, above its submit button.
export function FormError({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className="wv-form-error" role="alert">
      {text}
    </p>
  )
}
