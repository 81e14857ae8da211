// Reads the codes of participants with the camera. Each code is reported once, until another one is seen.
import { Notice, useText } from '@witverse/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Detector, newDetector } from './scanner-support'

const EVERY_MS = 250

export default function Scanner({ onCode }: { onCode: (code: string) => void }) {
  const t = useText('events')
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const report = useEffectEvent(onCode)
  useEffect(() => {
    let stream: MediaStream | undefined
    let last = ''
    let isOver = false
    let detector: Detector | undefined
    let isReading = false
    async function start() {
      detector = await newDetector()
      const media = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver || !video.current) {
        for (const track of media.getTracks()) track.stop()
        return
      }
      stream = media
      video.current.srcObject = media
      await video.current.play()
    }
    start().catch(() => setRefused(true))
    const timer = setInterval(() => {
      if (!video.current || !detector || isReading || video.current.readyState < 2) return
      isReading = true
      detector
        .detect(video.current)
        .then(([found]) => {
          if (!found || found.rawValue === last) return
          last = found.rawValue
          report(last)
        })
        .catch(() => undefined)
        .finally(() => {
          isReading = false
        })
    }, EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  if (isRefused) return <Notice icon="warning">{t('console.noCamera')}</Notice>
  return <video ref={video} className="ev-camera" muted playsInline aria-label={t('console.scan')} />
}
