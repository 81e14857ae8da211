// The name of a device: "Chrome on Windows".
import { useText } from '@witverse/sdk'
import { deviceOf } from './devices'

export function useDeviceName(): (userAgent: string | null) => string {
  const t = useText('shell-profile')
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent)
    if (browser && system) return t('device.on', { browser, system })
    return browser ?? system ?? t('device.unknown')
  }
}
