// The mended driver has the types of the package it is a copy of.
import postgres from 'postgres';

export default postgres;
