import { expect, it, vi } from 'vitest'
import { texts } from '../../locales/entry'
import { renderShell } from '../testing'
import { VerifyForm } from './VerifyForm'

it('shows the message for a code with fewer than six digits', async () => {
  const verify = vi.fn()
  const page = await renderShell(
    <VerifyForm email="mina@witverse.com" resendAfterSeconds={300} onVerified={() => undefined} />,
    [texts],
    { answers: { 'POST /api/user/register/verify': verify } },
  )
  await page.fill({ code: '123' })
  await page.click(page.named('Verify'))
  expect(page.shown()).toContain('The verification code has 6 digits.')
  expect(verify).not.toHaveBeenCalled()
  await page.unmount()
})
