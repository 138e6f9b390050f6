//! The layers behind the products in training (the heads): forward and backward pass of one position.

use super::params::{HeadParams, HeadParamsMut};
use crate::eval::network::shape::{PRODUCTS, SECOND, THIRD};

/// The neurons of the second and the third layer, clipped to 0..1 but not yet squared, and the output.
#[derive(Clone, Copy, Debug)]
pub struct Activations {
    second: [f32; SECOND],
    third: [f32; THIRD],
    /// The output.
    pub output: f32,
}

/// The forward pass.
#[inline(always)]
pub fn forward(head: &HeadParams, inputs: &[f32; PRODUCTS]) -> Activations {
    let mut second = *head.second_biases;
    let mut third = *head.third_biases;
    for ((neuron, weights), behind) in second.iter_mut().zip(head.second).zip(head.third) {
        *neuron = (*neuron + dot(weights, inputs)).clamp(0.0, 1.0);
        add_scaled(&mut third, behind, *neuron * *neuron);
    }
    let mut squares = [0.0; THIRD];
    for neuron in 0..THIRD {
        third[neuron] = third[neuron].clamp(0.0, 1.0);
        squares[neuron] = third[neuron] * third[neuron];
    }
    Activations {
        second,
        third,
        output: dot(&squares, head.output) + head.output_bias,
    }
}

/// The backward pass: adds the gradient of the weights, and replaces the inputs by their gradients. `slope` is the derivative
/// by the output.
#[inline(always)]
pub fn backward(
    head: &HeadParams,
    inputs: &mut [f32; PRODUCTS],
    activations: &Activations,
    slope: f32,
    gradient: &mut HeadParamsMut,
) {
    *gradient.output_bias += slope;
    let mut third = [0.0; THIRD];
    for (neuron, third) in third.iter_mut().enumerate() {
        let clipped = activations.third[neuron];
        gradient.output[neuron] += slope * clipped * clipped;
        *third = slope * head.output[neuron] * activation_derivative(clipped);
        gradient.third_biases[neuron] += *third;
    }
    let mut slopes = [0.0; PRODUCTS];
    for neuron in 0..SECOND {
        let clipped = activations.second[neuron];
        add_scaled(&mut gradient.third[neuron], &third, clipped * clipped);
        let slope = dot(&head.third[neuron], &third) * activation_derivative(clipped);
        gradient.second_biases[neuron] += slope;
        if slope != 0.0 {
            add_scaled(&mut gradient.second[neuron], inputs, slope);
            add_scaled(&mut slopes, &head.second[neuron], slope);
        }
    }
    *inputs = slopes;
}

/// The derivative of the square of a clipped neuron.
#[inline(always)]
fn activation_derivative(clipped: f32) -> f32 {
    if clipped < 1.0 { 2.0 * clipped } else { 0.0 }
}

#[inline(always)]
fn add_scaled<const N: usize>(to: &mut [f32; N], from: &[f32; N], factor: f32) {
    for lane in 0..N {
        to[lane] += from[lane] * factor;
    }
}

#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    // Partial sums, so that the compiler can use vector instructions.
    let mut parts = [0.0f32; 16];
    let (a, b) = (a.as_chunks::<16>().0, b.as_chunks::<16>().0);
    for chunk in 0..N / 16 {
        for lane in 0..16 {
            parts[lane] += a[chunk][lane] * b[chunk][lane];
        }
    }
    parts.iter().sum()
}
