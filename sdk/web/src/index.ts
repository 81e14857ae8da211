// Everything that pages may use. Shell and plugins share this instance at runtime.
export type { Call, FieldProblem, Language, LocalText, Payload } from '@witverse/api-client'
export { ApiError, describeError, describeField, payload } from '@witverse/api-client'
export { DISMISSED, isMissing } from './api/errors'
export { useChange } from './api/useChange'
export { type List, omitEmpty, useList } from './api/useList'
export { Picture } from './files/Picture'
export { imageUrl, originUrl } from './format/file-url'
export { formatBytes, saveFile } from './format/files'
export { hueStyle } from './format/hue'
export { formatAgo, formatMoment, formatStopwatch, type SplitSeconds, splitSeconds } from './format/moments'
export { formatClock, formatCount, formatDate } from './format/numbers'
export { hashOf, hueOf, sequenceOf } from './format/seed'
export {
  type Currency,
  formatMoney,
  formatUsd,
  formatWit,
  formatWitShort,
  type Money,
  priceOf,
  type Rates,
  wholeWit,
} from './format/wit'
export { unsentPart } from './forms/unsent'
export { useAction } from './forms/useAction'
export { useDebounced } from './forms/useDebounced'
export { type FormText, useFormText } from './forms/useFormText'
export { useWholeWitInput } from './forms/useWholeWitInput'
export type { Bridge, MobileApp } from './host/bridge'
export * from './host/context'
export type {
  CommentsSlotData,
  DashboardSlotData,
  EventFormSlotData,
  EventFormValue,
  EventPageSlotData,
  GameListener,
  GameSlotData,
  GiftWizardData,
  Messages,
  ModelSlotData,
  NotEnoughWitData,
  ProfileSlotData,
  ReportData,
  RoomSnapshot,
  ShareData,
  ThemeChoice,
  ToastTone,
  TrialCopy,
  UserInfo,
  WorldSlotData,
} from './host/types'
export type { Boot, InitialData, PluginInfo, RouteInfo, SearchInfo, SlotInfo } from './plugin/boot'
export type { PluginModule, SlotProps } from './plugin/definePlugin'
export { definePlugin, SDK_API } from './plugin/definePlugin'
export { PluginSlot } from './plugin/PluginSlot'
export { inTab, type Kept, onDevice } from './storage/kept'
export { type TextKey, type TextNamespace, type Translate, textOr } from './text/keys'
export { lengthOf } from './text/length'
export { usePartText } from './text/usePartText'
export { serverNow } from './time/server-clock'
export { AccountMenuLink } from './ui/AccountMenuLink'
export { Avatar } from './ui/Avatar'
export { BottomSheet } from './ui/BottomSheet'
export { Button, ButtonLink, type ButtonProps, IconButton } from './ui/Button'
export { Card } from './ui/Card'
export { Checkbox, Segments, Select } from './ui/Choice'
export { CODE_LENGTH, CodeInput } from './ui/CodeInput'
export { Confirm } from './ui/Confirm'
export { CopyButton, useCopied } from './ui/CopyButton'
export { Countdown, useSecondsLeft } from './ui/Countdown'
export { classes } from './ui/classes'
export { EmptyPage } from './ui/EmptyPage'
export { EmptyState, NightLamp } from './ui/EmptyState'
export { ErrorBoundary } from './ui/ErrorBoundary'
export { type Fact, Facts } from './ui/Facts'
export { Field } from './ui/Field'
export { Figures } from './ui/Figures'
export { FilterInput } from './ui/FilterInput'
export { Icon, type IconName, iconNamed, LineIcon } from './ui/Icon'
export { EmptyInline, ErrorMessage, ListView, LoadMoreButton, RowSkeletons } from './ui/ListView'
export { Loaded } from './ui/Loaded'
export { lazyDialog } from './ui/lazyDialog'
export { MemberGate } from './ui/MemberGate'
export { Modal } from './ui/Modal'
export { kitMessages } from './ui/messages'
export { Notice } from './ui/Notice'
export { Page } from './ui/Page'
export { PageError } from './ui/PageError'
export { BackLink, PageHead } from './ui/PageHead'
export { Badge, Panel } from './ui/Panel'
export { type Person, PersonLine, PersonName } from './ui/PersonName'
export { ReportButton } from './ui/ReportButton'
export { Row, RowTile } from './ui/Row'
export { PageSkeleton, Skeleton } from './ui/Skeleton'
export { SendingScope } from './ui/sending'
export { formatBadge, type TabLink, TabLinks } from './ui/TabLinks'
export { SearchInput, TextArea, TextInput, type TextInputProps } from './ui/TextInput'
export { TimeLeft } from './ui/TimeLeft'
export { Toaster } from './ui/Toaster'
export { useTextLimit } from './ui/useTextLimit'
export { NOT_ENOUGH_WIT, useNotEnoughWit } from './wallet/useNotEnoughWit'
export {
  type RateView,
  useRate,
  useWallet,
  useWalletRate,
  WALLET_KEY,
  type WalletView,
} from './wallet/useWallet'
export { WitAmount, WitMark, WitWorth } from './wallet/WitAmount'
export { canManage, useWorld, type WorldView, worldKey } from './world/useWorld'
export { WorldGate, WorldRefusal } from './world/WorldGate'
