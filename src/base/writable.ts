/** What is still being made, field by field; nobody else has it yet. */
export type Writable<T> = { -readonly [field in keyof T]: T[field] };
