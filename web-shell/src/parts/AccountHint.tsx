/** Tells password managers whose password the form is about; nobody else meets it. */
export function AccountHint({ email }: { email: string }) {
  return (
    <input
      className="wv-visually-hidden"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
