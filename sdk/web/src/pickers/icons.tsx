// The icons of pickers. The kit's set is in the first load of the shell, these are not.
import { LineIcon } from '../ui/Icon'

interface IconProps {
  size?: number
}

export const CalendarIcon = ({ size = 20 }: IconProps) => (
  <LineIcon size={size} path="M3.6 5.2h12.800v11.200H3.6ZM3.6 8.600h12.800M7 3.400v3M13 3.400v3" />
)

export const DownIcon = ({ size = 18 }: IconProps) => (
  <LineIcon size={size} path="m4.500 7.600 5.500 5.500 5.500-5.500" />
)
