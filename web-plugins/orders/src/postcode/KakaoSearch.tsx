// The button that opens Kakao's search for postal codes in the form. If it does not load, the address is typed.
import { Button, Icon, Notice, RowSkeletons, useText } from '@witverse/sdk'
import { useEffect, useRef, useState } from 'react'
import { embedKakao, type FoundAddress, loadKakao } from './kakao'

export function KakaoSearch({ onChoose }: { onChoose: (found: FoundAddress) => void }) {
  const t = useText('orders')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="od-kakao">
      <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="search" size={16} /> {t(isOpen ? 'search.kakaoClose' : 'search.kakao')}
      </Button>
      {isOpen && (
        <Embedded
          onChoose={(found) => {
            setOpen(false)
            onChoose(found)
          }}
        />
      )}
    </div>
  )
}

function Embedded({ onChoose }: { onChoose: (found: FoundAddress) => void }) {
  const t = useText('orders')
  const frame = useRef<HTMLDivElement>(null)
  const choose = useRef(onChoose)
  choose.current = onChoose
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    let isGone = false
    loadKakao().then(
      (Postcode) => {
        if (isGone || !frame.current) return
        embedKakao(Postcode, frame.current, (found) => choose.current(found))
        setState('shown')
      },
      () => {
        if (!isGone) setState('failed')
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  if (state === 'failed') return <Notice icon="warning">{t('search.kakaoFailed')}</Notice>
  return (
    <>
      {state === 'loading' && <RowSkeletons rows={3} />}
      <div ref={frame} className="od-kakao-frame" hidden={state === 'loading'} />
      <p className="wv-note">{t('search.kakaoNote')}</p>
    </>
  )
}
