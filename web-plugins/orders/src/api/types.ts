// Types of orders from the API.
import type { Payload } from '@witverse/sdk'

export type ProductCard = Payload<'/api/v2/orders/products', 'get'>['items'][number]
export type Product = Payload<'/api/v2/orders/products/{productId}', 'get'>
export type Content = Product['contents'][number]
export type Address = Payload<'/api/v2/orders/addresses', 'get'>['items'][number]
export type OrderCard = Payload<'/api/v2/orders/mine', 'get'>['items'][number]
export type Order = Payload<'/api/v2/orders/mine/{orderId}', 'get'>
export type OrderState = Order['state']
export type Given = Order['given'][number]
export type Draw = NonNullable<Payload<'/api/v2/orders/draws/{itemId}', 'get'>['draw']>
export type Recharge = Payload<'/api/v2/wallet/orders', 'get'>['items'][number]
export type Declined = NonNullable<Payload<'/api/v2/payments/{id}', 'get'>['declined']>

/** The fields of an address form. */
export type AddressFields = Omit<Address, 'addressId' | 'isDefault' | 'surchargeWon'>
