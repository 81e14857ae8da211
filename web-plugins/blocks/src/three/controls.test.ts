// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { Controls, isOccupied } from './controls'

let controls: Controls | undefined
afterEach(() => {
  controls?.dispose()
  document.body.innerHTML = ''
})

const press = (code: string, kind = 'keydown') => window.dispatchEvent(new KeyboardEvent(kind, { code }))

function open(yaw = 0) {
  const element = document.body.appendChild(document.createElement('div'))
  controls = new Controls(element, yaw, { onStick: () => undefined, onTap: () => undefined })
  return controls
}

it('walks where the camera looks', () => {
  const { view, ...rest } = { view: open(0).view }
  expect(rest).toEqual({})
  press('KeyW')
  expect(controls?.read()).toMatchObject({ x: 0, z: 1 })
  view.yaw = Math.PI / 2
  expect(controls?.read().x).toBeCloseTo(1)
  press('KeyW', 'keyup')
  press('KeyD')
  view.yaw = 0
  expect(controls?.read().x).toBe(-1) // looking along +z, right is -x
})

it('ignores movement keys while a field or a dialog has the focus', () => {
  open()
  document.body.insertAdjacentHTML('beforeend', '<input><div role="dialog"><button>x</button></div>')
  document.querySelector('input')?.focus()
  press('KeyW')
  expect(controls?.read()).toMatchObject({ x: 0, z: 0 })
  document.querySelector('button')?.focus()
  press('KeyW')
  expect(controls?.read()).toMatchObject({ x: 0, z: 0 })
})

it('leaves Space to a button, but not the letters', () => {
  document.body.innerHTML = '<button>x</button>'
  const button = document.querySelector('button')
  expect(isOccupied(button, 'Space')).toBe(true)
  expect(isOccupied(button, 'KeyW')).toBe(false)
})

it('lets go of keys when the window loses the focus', () => {
  open()
  press('KeyW')
  window.dispatchEvent(new Event('blur'))
  expect(controls?.read()).toMatchObject({ x: 0, z: 0 })
})

it('turns the camera with Q and R, and with a gamepad', () => {
  const { view } = open(1)
  press('KeyR')
  controls?.read(1_000)
  expect(view.yaw).toBeCloseTo(1 - 1.9)
  press('KeyR', 'keyup')
  if (controls) {
    controls.pad = () => ({ right: 0, ahead: 1, turn: 0.5, tilt: 9, isRunning: true, isJumping: true })
  }
  view.yaw = 0.5
  expect(controls?.read(16)).toMatchObject({ x: 0, z: 1, isRunning: true, isJumping: true })
  expect(view.pitch).toBeLessThan(2)
})

it('sits down with F, but not while one writes', () => {
  const onSit = vi.fn()
  const element = document.body.appendChild(document.createElement('div'))
  controls = new Controls(element, 0, { onStick: () => undefined, onTap: () => undefined, onSit })
  press('KeyF')
  document.body.appendChild(document.createElement('input')).focus()
  press('KeyF')
  expect(onSit).toHaveBeenCalledOnce()
})
