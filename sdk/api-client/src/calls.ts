// The types of routes that the platform's OpenAPI document does not contain, such as those of a plugin that is built
// outside of the repository. `openapi-typescript` generates the same form from a running platform.
import type { Client } from 'openapi-fetch'

interface CallShape {
  /** What a successful answer has as its `payload`. */
  payload: unknown
  /** The JSON body of the request. */
  body?: unknown
  query?: object
  path?: object
}

/** A call: `{ '/api/v3/notes/mine': { put: Call<{ payload: Note; body: Note }> } }`. */
export type Call<Shape extends CallShape> = {
  parameters: PartOf<Shape, 'query'> & PartOf<Shape, 'path'>
  responses: { 200: { content: { 'application/json': { payload: Shape['payload'] } } } }
} & (Shape extends { body: infer Body }
  ? { requestBody: { content: { 'application/json': Body } } }
  : unknown)

type PartOf<Shape, Part extends 'query' | 'path'> = Shape extends { [P in Part]: infer Values }
  ? { [P in Part]: Values }
  : { [P in Part]?: never }

/** The client, typed with the calls by path and method, instead of those of the platform's document. */
export type ClientOf<Calls extends object> = Client<Calls>
