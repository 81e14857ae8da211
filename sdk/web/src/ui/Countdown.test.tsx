import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing'
import { serverClock } from '../time/server-clock'
import { Countdown, useSecondsLeft } from './Countdown'

let leave = async () => undefined as unknown
afterEach(() => leave())
afterEach(() => vi.restoreAllMocks())

const START = Date.parse('2026-11-29T10:00:00.000Z')

function Price() {
  const [until, setUntil] = useState(START + 60_000)
  const left = useSecondsLeft(until)
  return (
    <>
      <Countdown secondsLeft={left} />
      <button type="button" onClick={() => setUntil(START + 65_000)}>
        Renew
      </button>
    </>
  )
}

it('counts a renewed time after the device ran ahead of the old one', async () => {
  const now = vi.spyOn(serverClock, 'now').mockReturnValue(START + 70_000)
  const page = await renderPage(<Price />)
  leave = page.unmount
  const shown = () => page.container.querySelector('[role=timer]')?.textContent
  expect(shown()).toBe('0:00')
  // The answer with the new time corrects the clock.
  now.mockReturnValue(START + 5_000)
  await page.click(page.named('Renew'))
  expect(shown()).toBe('1:00')
})
