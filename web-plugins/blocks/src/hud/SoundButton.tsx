// Turns the sound of the room on and off. The device remembers the choice; a browser allows the sound only after a
// gesture, so a remembered choice waits for the first one.
import { IconButton, LineIcon, onDevice, useText } from '@witverse/sdk'
import { useEffect, useState } from 'react'
import { Soundscape } from '../room/ambience'
import type { Ambience } from '../room/scene'

const KEY = 'blocks.sound'
const SOUND =
  'M4 8v4h2.600L10.500 15V5L6.600 8ZM13 7.600a3.600 3.600 0 0 1 0 4.800M15 5.600a6.400 6.400 0 0 1 0 8.800'

export function SoundButton({ ambience }: { ambience: Ambience }) {
  const t = useText('blocks')
  const [isOn, setOn] = useState(() => onDevice.getItem(KEY) === 'on')
  const toggle = () => {
    onDevice.setItem(KEY, isOn ? 'off' : 'on')
    setOn(!isOn)
  }
  useEffect(() => (isOn ? play(ambience) : undefined), [isOn, ambience])
  return (
    <IconButton className="bl-tool" label={t('room.sound')} aria-pressed={isOn} onClick={toggle}>
      <LineIcon path={SOUND} />
    </IconButton>
  )
}

/** Plays until the returned function is called; begins with the next gesture if there was none yet. */
function play(ambience: Ambience): () => void {
  const over = new AbortController()
  let sound: Soundscape | undefined
  const begin = () => {
    if (sound || over.signal.aborted) return
    sound = new Soundscape(ambience, new AudioContext())
    sound.setVisible(document.visibilityState !== 'hidden')
  }
  const { signal } = over
  if (navigator.userActivation?.isActive) begin()
  for (const gesture of ['pointerup', 'keydown'])
    document.addEventListener(gesture, begin, { signal, once: true })
  document.addEventListener(
    'visibilitychange',
    () => sound?.setVisible(document.visibilityState !== 'hidden'),
    { signal },
  )
  return () => {
    over.abort()
    sound?.stop()
  }
}
