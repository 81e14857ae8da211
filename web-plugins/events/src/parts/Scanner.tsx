// Reads the codes of participants with the camera, one at a time.
import { Notice, useText } from '@witverse/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createScanMemory } from './scan-memory'
import { type Detector, newDetector } from './scanner-support'

const EVERY_MS = 250

interface ScannerProps {
  /** Returns whether the person was let in. The next code is read after it. */
  onCode: (code: string) => Promise<boolean>
}

export default function Scanner({ onCode }: ScannerProps) {
  const t = useText('events')
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const report = useEffectEvent(onCode)
  useEffect(() => {
    let stream: MediaStream | undefined
    const memory = createScanMemory()
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
        .then(async ([found]) => {
          if (!found || isOver || !memory.isNew(found.rawValue)) return
          if (!(await report(found.rawValue))) memory.failed()
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
