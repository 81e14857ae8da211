/** A hidden field that tells password managers the account of the form. */
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
