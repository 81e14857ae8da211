import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing'
import { NumberInput } from './NumberInput'
import { WitInput } from './WitInput'

let leave = async () => undefined as unknown
afterEach(() => leave())

function Ranks() {
  const [value, setValue] = useState('')
  return <NumberInput label="Ranks" name="ranks" value={value} onValue={setValue} minimum={1} maximum={3} />
}

function Prize({ owned }: { owned: number }) {
  const [value, setValue] = useState('')
  const rate = { hundredthsPerUsd: 10_000 }
  return (
    <WitInput
      label="Prize"
      name="prize"
      value={value}
      onValue={setValue}
      availableHundredths={owned}
      rate={rate}
    />
  )
}

async function open(page: React.ReactNode) {
  const rendered = await renderPage(page)
  leave = rendered.unmount
  const value = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value
  return { ...rendered, value }
}

it('steps within its limits, with buttons and arrow keys', async () => {
  const { named, click, press, fill, value } = await open(<Ranks />)
  await click(named('Ranks: Increase'))
  expect(value('ranks')).toBe('1')
  await press(document.querySelector('[name=ranks]'), 'ArrowUp')
  await press(document.querySelector('[name=ranks]'), 'ArrowUp')
  expect(value('ranks')).toBe('3')
  expect(named('Ranks: Increase').hasAttribute('disabled')).toBe(true)
  await fill({ ranks: '1a2' })
  expect(value('ranks')).toBe('12')
})

it('caps whole WIT at what the person owns, and shows its value', async () => {
  const { fill, value, shown } = await open(<Prize owned={124_050} />)
  await fill({ prize: '12.75' })
  expect(value('prize')).toBe('12')
  expect(shown()).toContain('About $0.12')
  await fill({ prize: '99999' })
  expect(value('prize')).toBe('1240')
})

it('says that there is not enough WIT', async () => {
  const { shown } = await open(<Prize owned={99} />)
  expect(shown()).toContain('Not enough WIT in possession.')
  expect(document.querySelector('[name=prize]')?.hasAttribute('disabled')).toBe(true)
})
