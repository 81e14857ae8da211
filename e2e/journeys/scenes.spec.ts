// One exact frame per template of a block, drawn on the processor at a fixed hour and time, beside the recorded one.
// `npm run frames -w @witverse/web-blocks` records them again.
import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { compareFrame, drawFrame, withFrames } from '../../web-plugins/blocks/art/frames.mjs'

/** The same Chromium draws every pixel alike. Another version may round the colour of some of the 57,600 otherwise. */
const PIXELS_MAX = 60

test.use({ trace: 'off' })

test('templates of blocks look as recorded', { tag: '@soak' }, async () => {
  test.setTimeout(60_000)
  await withFrames(async (page, shots) => {
    for (const [scene, shot] of Object.entries(shots)) {
      const { pixels, steps } = await compareFrame(page, shot)
      const figure = `${scene}: ${pixels} pixels differ, by up to ${steps} of 255 steps`
      expect.soft(pixels, figure).toBeLessThanOrEqual(PIXELS_MAX)
    }
    const garden = shots['lantern-garden']
    const draw = async () =>
      createHash('sha256')
        .update(await drawFrame(page, garden))
        .digest('hex')
    expect(await draw(), 'two frames are the same').toBe(await draw())
    const moved = await compareFrame(page, { ...garden, lampMovedM: 0.5 })
    expect(moved.pixels, 'a moved lamp is found').toBeGreaterThan(PIXELS_MAX * 2)
  })
})
