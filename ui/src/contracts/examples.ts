/** Schemas to begin with. */

export interface Example {
  name: string;
  title: string;
  about: string;
  schema: string;
}

const INVOICE_LINE = {
  title: "Invoice line",
  description: "One line of an invoice.",
  type: "object",
  properties: {
    article: { type: "string", minLength: 1, maxLength: 200 },
    quantity: { type: "number", exclusiveMinimum: 0 },
    unit_price: { type: "number", multipleOf: 0.01 },
    currency: { type: "string", pattern: "^[A-Z]{3}$" },
  },
  required: ["article", "quantity", "unit_price", "currency"],
  additionalProperties: false,
};

const CONTRACT_PARTY = {
  title: "Contract party",
  description: "Someone who signs a contract, and as what.",
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, maxLength: 200 },
    role: { enum: ["buyer", "seller", "landlord", "tenant", "guarantor", "other"] },
    seat: { type: ["string", "null"], maxLength: 200 },
    signed_on: { type: "string", format: "date" },
  },
  required: ["name", "role"],
  additionalProperties: false,
};

const MEASUREMENT = {
  title: "Measurement",
  description: "A measured value with its unit.",
  type: "object",
  properties: {
    quantity: { type: "string", minLength: 1, maxLength: 80 },
    value: { type: "number" },
    unit: { type: "string", minLength: 1, maxLength: 20 },
    uncertainty: { type: "number", minimum: 0 },
    methods: { type: "array", items: { type: "string", minLength: 1 }, uniqueItems: true },
  },
  required: ["quantity", "value", "unit"],
  additionalProperties: false,
};

const NEW = {
  title: "New type",
  description: "",
  type: "object",
  properties: { value: { type: "string" } },
  required: ["value"],
  additionalProperties: false,
};

export const EXAMPLES: Example[] = [
  {
    name: "invoice_line",
    title: "Invoice line",
    about: "article, quantity, price, currency",
    schema: written(INVOICE_LINE),
  },
  {
    name: "contract_party",
    title: "Contract party",
    about: "name, role, seat, date of signature",
    schema: written(CONTRACT_PARTY),
  },
  {
    name: "measurement",
    title: "Measurement",
    about: "quantity, value, unit, methods",
    schema: written(MEASUREMENT),
  },
];

export const NEW_SCHEMA = written(NEW);

function written(schema: object): string {
  return JSON.stringify(schema, null, 2);
}
