/** Schemas to begin with. */

import { t } from "../language/language";

export interface Example {
  name: string;
  title: string;
  about: string;
  schema: string;
}

const INVOICE_LINE = {
  title: t("contracts.examples.invoice"),
  description: t("contracts.examples.invoiceAbout"),
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
  title: t("contracts.examples.party"),
  description: t("contracts.examples.partyAbout"),
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
  title: t("contracts.examples.measurement"),
  description: t("contracts.examples.measurementAbout"),
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
  title: t("contracts.newType"),
  description: "",
  type: "object",
  properties: { value: { type: "string" } },
  required: ["value"],
  additionalProperties: false,
};

export const EXAMPLES: Example[] = [
  {
    name: "invoice_line",
    title: t("contracts.examples.invoice"),
    about: t("contracts.examples.invoiceKeys"),
    schema: written(INVOICE_LINE),
  },
  {
    name: "contract_party",
    title: t("contracts.examples.party"),
    about: t("contracts.examples.partyKeys"),
    schema: written(CONTRACT_PARTY),
  },
  {
    name: "measurement",
    title: t("contracts.examples.measurement"),
    about: t("contracts.examples.measurementKeys"),
    schema: written(MEASUREMENT),
  },
];

export const NEW_SCHEMA = written(NEW);

function written(schema: object): string {
  return JSON.stringify(schema, null, 2);
}
