// The error of a group of controls. It can get the focus, because the group is no control.
export function FieldError({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="ev-error" role="alert" tabIndex={-1} data-invalid>
      {text}
    </p>
  )
}
