/** The error of a form as a whole. */
export function FormError({ text }: { text: string | undefined }) {
  return text ? (
    <p className="wv-form-error" role="alert">
      {text}
    </p>
  ) : null
}
